// Between which whole numbers the settings of reminders may be, for the service and the form that sets them.
export const reminderLimits = {
  deferredDays: [0, 365],
  declinedDays: [1, 730],
  catchUpDays: [1, 90],
  mostPerYear: [1, 12],
  pauseDays: [1, 365],
  returnDays: [1, 365],
} as const
