/** One box chooses every row of the page. Without script there is no such box. */
for (const all of document.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
  all.hidden = false
  all.addEventListener('change', () => {
    const boxes = all.closest('table')?.querySelectorAll<HTMLInputElement>('input[name="row"]') ?? []
    for (const box of boxes) box.checked = all.checked
  })
}
