/** Models of <pe-race> train here. */
import "posenc/race-worker.js";
