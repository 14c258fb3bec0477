/** How many failures one key may have before it must wait. */
export interface Limit {
  /** Most failures inside one window. */
  most: number
  /** Length of the window, seconds; it starts with the first failure. */
  seconds: number
}
