/** A click on a picture shows it large; without script, or in a new tab, its link opens the picture itself. */
export function watchPictures(): void {
  for (const gallery of document.querySelectorAll('.gallery')) {
    gallery.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-picture]') : null
      if (
        !link ||
        !(event instanceof MouseEvent) ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      void import('./zoom-picture.ts').then(
        ({ zoomPicture }) => zoomPicture(gallery, Number(link.dataset['picture'])),
        () => location.assign(link.href),
      )
    })
  }
}
