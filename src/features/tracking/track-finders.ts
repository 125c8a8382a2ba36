import { track } from './track.ts'

/** What the parts finder's selectors tell (spec section 4, "Tracked events"). */
export function trackRegNoSearch(registrationNumber: string): void {
  track({ event: 'regNoSearch', registration_number: registrationNumber })
}

export function trackCableSelector(fromConnector: string, toConnector: string): void {
  track({ event: 'cableSelector', from_connector: fromConnector, to_connector: toConnector })
}

export function trackPhoneModelSelector(phoneModel: string): void {
  track({ event: 'phoneModelSelector', phone_model: phoneModel })
}

export function trackExperiment(name: string, variant: string): void {
  track({ event: 'experiment', experiment_name: name, experiment_variant: variant })
}
