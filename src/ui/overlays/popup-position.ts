/** Edges of a box in px, from the top left of the window. */
export interface Edges {
  top: number
  left: number
  right: number
  bottom: number
}

export interface PositionRequest {
  /** The element it belongs to. */
  anchor: Edges
  /** The visual viewport: smaller than the window when a virtual keyboard is open. */
  viewport: Edges
  /** The popup's natural size in px. */
  width: number
  height: number
  /** Its maximum height in px. */
  limit: number
  align: 'start' | 'end'
  /** The current side, to keep it. */
  side?: 'below' | 'above' | undefined
}

export interface PopupPosition {
  side: 'below' | 'above'
  left: number
  maxHeight: number
}

/** Distance between anchor and popup in px. */
export const POPUP_GAP_PX = 6
/** Distance between popup and viewport in px. */
const VIEWPORT_MARGIN = 8

/** The position of a popup: below its anchor, or above with more room there; always in the viewport. */
export function popupPosition({
  anchor,
  viewport,
  width,
  height,
  limit,
  align,
  side: kept,
}: PositionRequest): PopupPosition {
  const below = viewport.bottom - anchor.bottom - POPUP_GAP_PX - VIEWPORT_MARGIN
  const above = anchor.top - viewport.top - POPUP_GAP_PX - VIEWPORT_MARGIN
  const side = kept ?? (Math.min(height, limit) <= below || below >= above ? 'below' : 'above')
  const wanted = align === 'start' ? anchor.left : anchor.right - width
  return {
    side,
    left: Math.max(
      viewport.left + VIEWPORT_MARGIN,
      Math.min(wanted, viewport.right - VIEWPORT_MARGIN - width),
    ),
    maxHeight: Math.max(0, Math.min(limit, side === 'below' ? below : above)),
  }
}
