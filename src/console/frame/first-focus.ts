/** A form that was refused is shown with its first wrong field ready to be put right, unless another has the focus. */
if (document.activeElement === document.body || document.activeElement === null)
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
