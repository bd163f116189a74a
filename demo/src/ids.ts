// Ids of the demo that other code refers to.

export const DEMO_CLIENT = 'demo'
/** The sandbox beside it. */
export const SANDBOX_CLIENT = 'sandbox'
/** The dealer code of its branch. */
export const SANDBOX_CODE = 'SB1000'
/** The order to read first. */
export const FIRST_ORDER = 'SO-1001'
/** The electric car's order: its result was sent to the customer some time ago. */
export const SENT_ORDER = 'SO-1006'
