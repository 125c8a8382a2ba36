/** Limit of a customer's saved devices. */
export const maxSavedDevices = 50
/** Length of a customer's own name for a device, in characters. */
export const maxDeviceNameLength = 60
