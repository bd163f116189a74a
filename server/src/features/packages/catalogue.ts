// The state of everything a client can be offered, as a short text: results computed from catalogues may be cached while it stays
// the same.
export { findSignature as catalogueSignature, listHashes, lockCatalogue } from './store.ts'
