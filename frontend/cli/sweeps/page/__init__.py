"""The sweep's page: one HTML file with the Pareto plot, parallel coordinates, sensitivities, and every point."""
