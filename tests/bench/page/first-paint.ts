const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

/** Resolves in the frame after the one that painted what is in the document now. */
export async function waitForPaint(): Promise<void> {
  await frame()
  await frame()
}

/** Looks once per frame until the condition holds, and then waits for the paint of that frame. */
export async function waitForPaintWhen(condition: () => boolean): Promise<void> {
  if (condition()) return waitForPaint()
  while (!condition()) await frame()
  return frame()
}
