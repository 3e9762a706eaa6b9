import { useState } from "react";

export function Post() {
  const [width, setWidth] = useState(20);
  return (
    <>
      <label>
        Width
        <input
          type="range"
          min="4"
          max="64"
          step="2"
          value={width}
          onInput={(event) => setWidth(+event.target.value)}
        />
      </label>
      <pe-waves d-model={width} marks="0 1 2 3" onpe-change={(event) => setWidth(event.detail.dModel)}>
        A fallback
      </pe-waves>
      <output>{width}</output>
    </>
  );
}
