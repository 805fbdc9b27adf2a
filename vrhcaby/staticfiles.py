"""Static files under hashed names, JavaScript imports included."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Rewrite `import … from "./x.js";` too; the semicolon is what Django's pattern looks for."""

    support_js_module_import_aggregation = True
