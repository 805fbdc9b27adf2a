"""Static files under hashed names, JavaScript imports included, each also compressed."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib.staticfiles.finders import AppDirectoriesFinder
from servestatic.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Rewrite `import … from "./x.js";` too; the semicolon is what Django's pattern looks for."""

    support_js_module_import_aggregation = True


class UsedAppsFinder(AppDirectoriesFinder):
    """Static files of the applications whose pages are shown; the REST framework's are not."""

    UNUSED = frozenset({"rest_framework"})

    def __init__(self, app_names: Iterable[str] | None = None, *args: Any, **kwargs: Any) -> None:
        named = app_names or [one.name for one in apps.get_app_configs()]
        super().__init__([name for name in named if name not in self.UNUSED], *args, **kwargs)
