"""Looking at runs: `npusim inspect`, `npusim compare`, `npusim report`."""
