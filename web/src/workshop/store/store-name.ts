// Of the device's database: who opens it before Dexie is here uses the same.
export const storeName = 'walkaround-workshop'
