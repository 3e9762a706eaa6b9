/** What a page says about its address when the site has one, and that it says nothing otherwise. */
import { afterEach, expect, test, vi } from "vitest";
import { framed } from "../../web/site/build/frame.mjs";
import { cardTags } from "../../web/site/build/social-card.mjs";

const PAGE = "<head><title>t</title></head><body><main></main></body>";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("with a home page and a repository, pages name their own address, an absolute picture, and the repository", () => {
  vi.stubEnv("POSENC_HOMEPAGE", "https://example.org/posenc/");
  vi.stubEnv("POSENC_REPOSITORY", "https://example.org/code");
  const page = framed(PAGE, "article/index.html");
  expect(page).toContain('<link rel="canonical" href="https://example.org/posenc/article/" />');
  expect(page).toContain('<a href="https://example.org/code">repository</a>');
  const shared = cardTags(PAGE, "/article/index.html");
  expect(shared).toContain('property="og:image" content="https://example.org/posenc/card-article.png"');
  expect(shared).toContain('property="og:url" content="https://example.org/posenc/article/"');
});

test("without them, pages are silent about addresses", () => {
  vi.stubEnv("POSENC_HOMEPAGE", "");
  vi.stubEnv("POSENC_REPOSITORY", "");
  const page = framed(PAGE, "article/index.html");
  expect(page).not.toMatch(/canonical|repository|https:/);
});
