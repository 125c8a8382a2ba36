import { useState } from 'react'
import { SpinButton } from '../../ui/SpinButton.tsx'

/** A quantity that can be tried: hold a button, type nonsense, use the arrow keys. */
export function Quantity() {
  const [value, setValue] = useState(2)
  return <SpinButton value={value} onChange={setValue} max={5000} label="Quantity" lessLabel="Less" moreLabel="More" />
}
