/** Classes of an option or menu item. `data-on` marks the one that Enter chooses. */
export const itemClass =
  'flex min-h-11 cursor-default items-center gap-2.5 rounded-[8px] px-2.5 py-2 text-left text-ui text-ink outline-none select-none md:pointer-fine:min-h-10 ' +
  'data-on:bg-primary-soft forced-colors:data-on:outline-2'

export const groupLabelClass = 'px-2.5 pt-2.5 pb-1 text-micro font-semibold text-muted'
