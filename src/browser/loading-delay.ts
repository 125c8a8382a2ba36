/** Spec section 9, "Fetch minimum delay". */
const PATIENCE_MS = 200

/**
 * Waits for an answer, and says so only when it takes longer than 200 ms; then for 200 ms at least, so that no loading
 * state ever flashes. Once the signal is aborted nothing is said any more.
 */
export async function withPatience<Answer>(
  answer: Promise<Answer>,
  sayWaiting: () => void,
  signal?: AbortSignal,
): Promise<Answer> {
  let saidAt: number | undefined
  const timer = setTimeout(() => {
    if (signal?.aborted) return
    saidAt = Date.now()
    sayWaiting()
  }, PATIENCE_MS)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    const left = saidAt === undefined ? 0 : saidAt + PATIENCE_MS - Date.now()
    if (left > 0) await pause(left)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
