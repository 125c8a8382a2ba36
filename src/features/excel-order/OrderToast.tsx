import { useEffect, useRef, type ReactNode } from 'react'

const shownMs = 3_000

/**
 * Says a failure above everything for 3 seconds (spec section 8); the dialog keeps it, so that it can be read again.
 */
export function OrderToast({ title, children }: { title: string; children: ReactNode }) {
  const toast = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = toast.current
    element?.showPopover()
    const timer = setTimeout(() => element?.hidePopover(), shownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div ref={toast} className="order-toast" popover="manual" role="alert">
      <b>{title}</b>
      <p>{children}</p>
    </div>
  )
}
