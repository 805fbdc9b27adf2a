"""Static files under hashed names, JavaScript imports included, each also compressed."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Rewrite `import … from "./x.js";` too; the semicolon is what Django's pattern looks for."""

    support_js_module_import_aggregation = True
