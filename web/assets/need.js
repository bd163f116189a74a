// Finds an element that the page is known to have, with its type.

/**
 * An element that the page always has.
 * @template {typeof HTMLElement} T
 * @param {ParentNode} within
 * @param {string} selector
 * @param {T} kind
 * @returns {InstanceType<T>}
 */
export function need(within, selector, kind) {
  const found = within.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`no ${selector}`)
  return /** @type {InstanceType<T>} */ (found)
}
