/** One box chooses every row of the page. Without script there is no such box. */
for (const all of document.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
  const boxes = [...(all.closest('table')?.querySelectorAll<HTMLInputElement>('input[name="row"]') ?? [])]
  all.hidden = false
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
  })
}
