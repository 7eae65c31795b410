import { codeField } from './code-select';

/** ISO 639-1: the languages of the product and of neighbouring countries first. */
const NEAR = ['fr', 'en', 'de', 'es', 'it', 'nl', 'pt'];
const REST =
  'aa ab af ak am ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da dv dz ee el eo et eu fa ff fi fj fo fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ig ii ik io is iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nn no nr nv ny oc oj om or os pa pi pl ps qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'.split(
    ' ',
  );

export const languageField = codeField({ kind: 'language', near: NEAR, rest: REST });
