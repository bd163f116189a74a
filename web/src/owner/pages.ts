// What the server uses of the owner's pages: pure functions from a model to a page.
export { pickLanguage } from '../language.ts'
export { renderFaceStyle } from './face.ts'
export { type OwnerPlace, ownerSecurityPolicy, previewSecurityPolicy, viewOf } from './frame.ts'
export { renderOwnerNotice } from './notice.ts'
export { renderOwnerPage } from './page.ts'
export { renderOwnerPhoto } from './photo.ts'
export { renderReceipt } from './receipt.ts'
export { renderReview } from './review.ts'
