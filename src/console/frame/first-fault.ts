/** A form that was refused is shown with its first wrong field ready to be put right. */
const open = document.activeElement === document.body || document.activeElement === null
if (open) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
