const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

/** Resolves in the frame after the one that painted what is in the document now. */
export async function painted(): Promise<void> {
  await frame()
  await frame()
}

/** Looks once per frame until the condition holds, and then waits for the paint of that frame. */
export async function paintedWhen(condition: () => boolean): Promise<void> {
  if (condition()) return painted()
  while (!condition()) await frame()
  return frame()
}
