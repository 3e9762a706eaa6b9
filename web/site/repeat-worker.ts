/** Long searches of <pe-repeat> run here. */
import "posenc/repeat-worker.js";
