/** Whether only the list or only the conversation fits: theme.css's breakpoint. For effects and handlers. */
export const isPhone = () => matchMedia('(width < 760px)').matches
