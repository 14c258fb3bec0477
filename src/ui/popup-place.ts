/** Edges of a box, from the top left of the window. */
export interface Edges {
  top: number
  left: number
  right: number
  bottom: number
}

export interface PlaceRequest {
  /** What it belongs to. */
  anchor: Edges
  /** What can be seen: less than the window when a virtual keyboard is up. */
  view: Edges
  /** Its own size, before anything limits its height. */
  width: number
  height: number
  /** Its greatest height. */
  limit: number
  align: 'start' | 'end'
  /** Keeps the side it has. */
  side?: 'below' | 'above' | undefined
}

export interface Place {
  side: 'below' | 'above'
  left: number
  maxHeight: number
}

/** Between anchor and popup. */
export const gap = 6
const margin = 8

/** Where a popup stands: below its anchor, above it where there is more room, never outside of what can be seen. */
export function placeOf({ anchor, view, width, height, limit, align, side: kept }: PlaceRequest): Place {
  const below = view.bottom - anchor.bottom - gap - margin
  const above = anchor.top - view.top - gap - margin
  const side = kept ?? (Math.min(height, limit) <= below || below >= above ? 'below' : 'above')
  const wanted = align === 'start' ? anchor.left : anchor.right - width
  return {
    side,
    left: Math.max(view.left + margin, Math.min(wanted, view.right - margin - width)),
    maxHeight: Math.max(0, Math.min(limit, side === 'below' ? below : above)),
  }
}
