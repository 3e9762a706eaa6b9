import { JAVASCRIPT_UNIFORMS, PYTHON_UNIFORMS } from "./uniforms-code.ts";

/** Code for a function `draw` of a name and a size: named random numbers that also depend on the variable `seed`. */

export const DRAW_JAVASCRIPT = `${JAVASCRIPT_UNIFORMS}
const draw = (name, count) => Float32Array.from(uniforms(\`\${seed}/\${name}\`, count));`;

export const DRAW_NUMPY = `${PYTHON_UNIFORMS}
def draw(name, *shape):
    return uniforms(f"{seed}/{name}", np.prod(shape)).reshape(shape)`;
