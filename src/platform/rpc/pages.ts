/**
 * Options of an infinite query over a list that is read in pages by cursor. Its data is one list, with what
 * the first page says about the whole list.
 * @param itemsOf the items of a page; must be a stable function
 */
export const byCursor = <Page extends { next: string | null }, Item>(
  itemsOf: (page: Page) => readonly Item[],
) => ({
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Page) => next ?? undefined,
  select: ({ pages }: { pages: Page[] }) => ({
    ...(pages[0] as Page),
    items: pages.flatMap(itemsOf),
    /** Whether more than the first page is loaded. */
    isExpanded: pages.length > 1,
  }),
})
