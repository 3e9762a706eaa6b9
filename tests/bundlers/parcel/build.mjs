// To Parcel a project begins where its lock file is: the one beside this has no other use.
import { Parcel } from "@parcel/core";

await new Parcel({
  entries: "index.html",
  defaultConfig: "@parcel/config-default",
  mode: "production",
  defaultTargetOptions: { publicUrl: "./" },
  shouldDisableCache: true,
}).run();
