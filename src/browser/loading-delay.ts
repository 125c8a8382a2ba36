/** Delay before a loading state is shown (spec section 9, "Fetch minimum delay"). */
const delayMs = 200

/**
 * Awaits an answer and calls `showLoading` if it takes longer than 200 ms; then resolves after 200 ms more at the
 * earliest, so that loading states do not flash. After the signal is aborted, `showLoading` is not called.
 */
export async function withLoadingDelay<Answer>(
  answer: Promise<Answer>,
  showLoading: () => void,
  signal?: AbortSignal,
): Promise<Answer> {
  let shownAt: number | undefined
  const timer = setTimeout(() => {
    if (signal?.aborted) return
    shownAt = Date.now()
    showLoading()
  }, delayMs)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
    const left = shownAt === undefined ? 0 : shownAt + delayMs - Date.now()
    if (left > 0) await pause(left)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
