"""Pages of the documentation site that are files of the repository's root. A hook of mkdocs."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_PAGES = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages to those of docs/."""
    for page, source in _PAGES.items():
        files.append(File.generated(config, page, abs_src_path=source))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links from the root into docs/ are links to neighbours here."""
    return markdown.replace("](docs/", "](") if page.file.src_uri in _PAGES else markdown
