/** Classes of a control without a frame around it (text area, select, date): the look of `frameClass`. */
export const controlClass =
  'w-full rounded-m border border-control bg-surface px-3.5 py-2.75 text-left text-body/6 text-ink ' +
  'focus-visible:border-primary focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-primary ' +
  'aria-invalid:not-focus-visible:border-danger aria-invalid:not-focus-visible:outline-2 aria-invalid:not-focus-visible:-outline-offset-2 aria-invalid:not-focus-visible:outline-danger ' +
  'disabled:border-line disabled:bg-sunken disabled:text-muted'

/** Classes of a button that opens a list and shows the chosen option. */
export const triggerClass =
  `${controlClass} flex min-h-12 cursor-default items-center gap-2.5 ` +
  'hover:not-disabled:not-aria-invalid:not-focus-visible:border-ink/60 ' +
  'data-popup-open:border-primary data-popup-open:outline-2 data-popup-open:-outline-offset-1 data-popup-open:outline-primary'

/** The arrow of such a button. */
export const arrowClass = 'ml-auto size-4.5 text-muted in-data-popup-open:rotate-180'
