// The types of packages. Without schemas, so that pages may take them.
export const packageTypes = [
  'scheduledMaintenance',
  'recommendedMaintenance',
  'promo',
  'care',
  'diagnostics',
  'accessories',
] as const
