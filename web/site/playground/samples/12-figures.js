// Figures, as a page would have them
show({ figure: "pe-waves", "d-model": 50, positions: "0 20" });
show({ figure: "pe-heatmap", "d-model": 128, positions: "0 50" });
