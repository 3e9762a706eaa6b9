import { Parcel } from "@parcel/core";

await new Parcel({
  entries: "index.html",
  defaultConfig: "@parcel/config-default",
  mode: "production",
  defaultTargetOptions: { publicUrl: "./" },
  shouldDisableCache: true,
}).run();
