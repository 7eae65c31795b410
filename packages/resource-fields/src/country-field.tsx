import { codeField } from './code-select';

/** ISO 3166-1, neighbouring countries first: most spectators live there. */
const NEAR = ['FR', 'BE', 'CH', 'LU', 'DE', 'ES', 'IT', 'GB', 'NL', 'MC'];
const REST =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CI CL CM CN CO CR CU CV CY CZ DJ DK DM DO DZ EC EE EG ER ET FI FJ GA GD GE GF GH GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS JM JO JP KE KG KH KM KR KW KZ LA LB LI LK LR LS LT LV LY MA MD ME MG MK ML MM MN MQ MR MT MU MV MW MX MY MZ NA NC NE NG NI NO NP NZ OM PA PE PF PG PH PK PL PM PS PT PY QA RE RO RS RU RW SA SC SD SE SG SI SK SL SM SN SO SR ST SV SY SZ TD TG TH TJ TM TN TR TT TW TZ UA UG US UY UZ VA VE VN WF YE YT ZA ZM ZW'.split(
    ' ',
  );

export const countryField = codeField({ kind: 'region', near: NEAR, rest: REST });
