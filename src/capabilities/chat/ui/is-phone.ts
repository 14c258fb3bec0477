/** Whether the page shows one of list and conversation at a time: theme.css's breakpoint. For effects and handlers. */
export const isPhone = () => matchMedia('(width < 760px)').matches
