/** A country of SAT's c_Pais: its ISO 3166-1 alpha-3 code and its usual Spanish name. */
export interface Country {
  code: string;
  name: string;
}

/**
 * The countries where a receiver of an invoice may live (SAT's c_Pais of CFDI 4.0, catalogue of 2026-08-06), without
 * Mexico: `ResidenciaFiscal` is for people who live abroad (CFDI40152). Sorted by name.
 */
export const COUNTRIES: readonly Country[] = `
AFG Afganistán
ALB Albania
DEU Alemania
AND Andorra
AGO Angola
AIA Anguila
ATA Antártida
ATG Antigua y Barbuda
SAU Arabia Saudita
DZA Argelia
ARG Argentina
ARM Armenia
ABW Aruba
AUS Australia
AUT Austria
AZE Azerbaiyán
BHS Bahamas
BGD Bangladés
BRB Barbados
BHR Baréin
BEL Bélgica
BLZ Belice
BEN Benín
BMU Bermudas
BLR Bielorrusia
BOL Bolivia
BES Bonaire, San Eustaquio y Saba
BIH Bosnia y Herzegovina
BWA Botsuana
BRA Brasil
BRN Brunéi
BGR Bulgaria
BFA Burkina Faso
BDI Burundi
BTN Bután
CPV Cabo Verde
KHM Camboya
CMR Camerún
CAN Canadá
QAT Catar
TCD Chad
CHL Chile
CHN China
CYP Chipre
VAT Ciudad del Vaticano
COL Colombia
COM Comoras
COG Congo
PRK Corea del Norte
KOR Corea del Sur
CRI Costa Rica
CIV Côte d'Ivoire
HRV Croacia
CUB Cuba
CUW Curaçao
DNK Dinamarca
DMA Dominica
ECU Ecuador
EGY Egipto
SLV El Salvador
ARE Emiratos Árabes Unidos
ERI Eritrea
SVK Eslovaquia
SVN Eslovenia
ESP España
USA Estados Unidos
EST Estonia
SWZ Esuatini
ETH Etiopía
PHL Filipinas
FIN Finlandia
FJI Fiyi
FRA Francia
GAB Gabón
GMB Gambia
GEO Georgia
SGS Georgia del Sur y las Islas Sandwich del Sur
GHA Ghana
GIB Gibraltar
GRD Granada
GRC Grecia
GRL Groenlandia
GLP Guadalupe
GUM Guam
GTM Guatemala
GUF Guayana Francesa
GGY Guernsey
GIN Guinea
GNQ Guinea Ecuatorial
GNB Guinea-Bisáu
GUY Guyana
HTI Haití
HND Honduras
HKG Hong Kong
HUN Hungría
IND India
IDN Indonesia
IRQ Irak
IRN Irán
IRL Irlanda
BVT Isla Bouvet
IMN Isla de Man
CXR Isla de Navidad
HMD Isla Heard e Islas McDonald
NFK Isla Norfolk
ISL Islandia
ALA Islas Åland
CYM Islas Caimán
CCK Islas Cocos (Keeling)
COK Islas Cook
UMI Islas de Ultramar Menores de Estados Unidos
FRO Islas Feroe
FLK Islas Malvinas
MNP Islas Marianas del Norte
MHL Islas Marshall
SLB Islas Salomón
TCA Islas Turcas y Caicos
VGB Islas Vírgenes (Británicas)
VIR Islas Vírgenes (EE.UU.)
ISR Israel
ITA Italia
JAM Jamaica
JPN Japón
JEY Jersey
JOR Jordania
KAZ Kazajistán
KEN Kenia
KGZ Kirguistán
KIR Kiribati
KWT Kuwait
LAO Laos
LSO Lesoto
LVA Letonia
LBN Líbano
LBR Liberia
LBY Libia
LIE Liechtenstein
LTU Lituania
LUX Luxemburgo
MAC Macao
MKD Macedonia del Norte
MDG Madagascar
MYS Malasia
MWI Malaui
MDV Maldivas
MLI Malí
MLT Malta
MAR Marruecos
MTQ Martinica
MUS Mauricio
MRT Mauritania
MYT Mayotte
FSM Micronesia
MDA Moldavia
MCO Mónaco
MNG Mongolia
MNE Montenegro
MSR Montserrat
MOZ Mozambique
MMR Myanmar
NAM Namibia
NRU Nauru
NPL Nepal
NIC Nicaragua
NER Níger
NGA Nigeria
NIU Niue
NOR Noruega
NCL Nueva Caledonia
NZL Nueva Zelanda
OMN Omán
NLD Países Bajos
PAK Pakistán
PLW Palaos
PSE Palestina
PAN Panamá
PNG Papúa Nueva Guinea
PRY Paraguay
PER Perú
PCN Pitcairn
PYF Polinesia Francesa
POL Polonia
PRT Portugal
PRI Puerto Rico
GBR Reino Unido
CAF República Centroafricana
CZE República Checa
COD República Democrática del Congo
DOM República Dominicana
REU Reunión
RWA Ruanda
ROU Rumania
RUS Rusia
ESH Sahara Occidental
WSM Samoa
ASM Samoa Americana
BLM San Bartolomé
KNA San Cristóbal y Nieves
SMR San Marino
MAF San Martín (parte francesa)
SPM San Pedro y Miquelón
VCT San Vicente y las Granadinas
SHN Santa Helena, Ascensión y Tristán de Acuña
LCA Santa Lucía
STP Santo Tomé y Príncipe
SEN Senegal
SRB Serbia
SYC Seychelles
SLE Sierra Leona
SGP Singapur
SXM Sint Maarten (parte holandesa)
SYR Siria
SOM Somalia
LKA Sri Lanka
ZAF Sudáfrica
SDN Sudán
SSD Sudán del Sur
SWE Suecia
CHE Suiza
SUR Surinam
SJM Svalbard y Jan Mayen
THA Tailandia
TWN Taiwán
TZA Tanzania
TJK Tayikistán
IOT Territorio Británico del Océano Índico
ATF Territorios Australes Franceses
TLS Timor-Leste
TGO Togo
TKL Tokelau
TON Tonga
TTO Trinidad y Tobago
TUN Túnez
TKM Turkmenistán
TUR Turquía
TUV Tuvalu
UKR Ucrania
UGA Uganda
URY Uruguay
UZB Uzbekistán
VUT Vanuatu
VEN Venezuela
VNM Viet Nam
WLF Wallis y Futuna
YEM Yemen
DJI Yibuti
ZMB Zambia
ZWE Zimbabue
`
  .trim()
  .split("\n")
  .map((line) => ({ code: line.slice(0, 3), name: line.slice(4) }));

/** The Spanish name of a country of the catalogue or of Mexico. The code itself if it is not known. */
export function countryName(code: string): string {
  return code === "MEX" ? "México" : (findCountry(code)?.name ?? code);
}

export function findCountry(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}
