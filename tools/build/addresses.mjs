/**
 * Where the project lives, as settings: POSENC_REPOSITORY=https://<host>/<owner>/<name> and POSENC_HOMEPAGE. Nothing in this
 * repository knows them; what needs an address is left out without them.
 */
import { Failure } from "../process.mjs";

/**
 * The fields of package.json that say where the project lives.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ repository?: { type: "git", url: string }, bugs?: { url: string }, homepage?: string }}
 */
export function addressFields(env) {
  const page = repositoryOf(env);
  const homepage = homepageOf(env);
  return {
    ...(page && { repository: { type: "git", url: `git+${page}.git` }, bugs: { url: `${page}/issues` } }),
    ...((homepage ?? page) && { homepage: homepage ?? `${page}#readme` }),
  };
}

/** The page of the repository. @param {NodeJS.ProcessEnv} env */
export const repositoryOf = (env) => settingOf(env, "POSENC_REPOSITORY")?.replace(/(\.git)?\/?$/, "");

/** The folder that the built pages are served from. @param {NodeJS.ProcessEnv} env */
export const homepageOf = (env) => settingOf(env, "POSENC_HOMEPAGE")?.replace(/\/?$/, "/");

/** @param {NodeJS.ProcessEnv} env @param {string} name */
function settingOf(env, name) {
  const text = env[name] || undefined; // empty, as a workflow without a value has it
  if (text !== undefined && !(URL.canParse(text) && new URL(text).protocol === "https:"))
    throw new Failure(`${name} must be an address that begins with https://; got "${text}"`);
  return text;
}
