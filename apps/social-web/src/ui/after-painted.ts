/** Calls back once what has just been drawn is painted and in its place; returns a function that calls that off. */
export function afterPainted(painted: () => void): () => void {
  // A virtual list draws rows in one frame and puts them in their place in the next.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(painted);
  });
  return () => cancelAnimationFrame(frame);
}
