-- Numbers of the readings of a reservation's money: a higher one saw everything that a lower one saw
CREATE SEQUENCE "money_reading";
GRANT USAGE ON SEQUENCE "money_reading" TO "ticketing_app";
