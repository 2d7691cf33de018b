"""The report page: one HTML file that shows a run and needs no network (docs/report.md, "The page")."""
