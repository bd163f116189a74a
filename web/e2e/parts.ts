// The only places that checks find by an attribute: they have no name, and nothing is read aloud for them.
export const parts = {
  /** The way around the car on the landing page: an animation in a drawing. */
  walkWay: '[data-part="walk-way"]',
  /** The checklist while it scrolls by itself: seen, and gone in a moment. */
  moving: '[data-moving]',
} as const
