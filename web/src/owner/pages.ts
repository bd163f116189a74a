// The door of the owner's pages for the server: pure functions from a model to a page.
export { type Language, pickLanguage } from '../language.ts'
export { type OwnerPlace, ownerSecurityPolicy, previewSecurityPolicy, viewOf } from './frame.ts'
export { renderOwnerNotice } from './notice.ts'
export { renderOwnerPage } from './page.ts'
export { renderOwnerPhoto } from './photo.ts'
export { renderReceipt } from './receipt.ts'
export { renderReview } from './review.ts'
