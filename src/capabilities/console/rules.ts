export const LOG_PAGE_SIZE = 50
