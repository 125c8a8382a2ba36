/** Limit of a customer's saved devices. */
export const mostSavedDevices = 50
/** Length of a customer's own name for a device, in characters. */
export const longestDeviceName = 60
