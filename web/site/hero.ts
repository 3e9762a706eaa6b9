/**
 * The clock on the first screen. It moves by itself until the reader scrolls or presses Pause, and not at all for readers
 * who prefer less motion.
 */
export function playHero(): void {
  const clock = document.getElementById("hero");
  const pause = document.getElementById("pause");
  if (!clock || !pause) return;
  const toggle = () => (clock as HTMLElement & { togglePlay?(): void }).togglePlay?.();
  let plays = false;
  const set = (on: boolean) => {
    if (on !== plays) toggle();
    plays = on;
    pause.textContent = on ? "Pause" : "Play";
  };
  const start = () => {
    pause.hidden = false;
    pause.addEventListener("click", () => set(!plays));
    pause.textContent = "Play";
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || scrollY > 0) return;
    set(true);
    window.addEventListener("scroll", () => set(false), { once: true, passive: true });
  };
  clock.addEventListener("pe-ready", start, { once: true });
}
